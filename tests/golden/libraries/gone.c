void gone(double *v, int n) { for (int i = 0; i < n; i++) v[i] = i; }
