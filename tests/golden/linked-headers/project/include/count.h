struct range {
    int first, last;
};

int count(double scale, const struct range *r);
