void smooth(int n, double *x);
void smooth(int n, double *x) {
    for (int i = 1; i < n - 1; i++)
        x[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
}

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
