case 1:
g += 1;
break;
case 2:
g += 4;
break;
