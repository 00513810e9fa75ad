import { PieChart } from 'echarts/charts';
import { use as register } from 'echarts/core';

/** Slices stand in few reports: their part of the drawing library comes with the first of them. */
register([PieChart]);
