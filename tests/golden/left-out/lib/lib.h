void exchange(int n);
double helper(int n);
