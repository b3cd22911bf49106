double norm(int n, const double *x);
double norm(int n, const double *x) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

void scale(int n, double *x);
void scale(int n, double *x) {
    for (int i = 0; i < n; i++)
        x[i] = x[i] * 0.5 + 1;
}
