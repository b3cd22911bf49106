struct range {
    int first, last;
};

int count(const struct range *r);
