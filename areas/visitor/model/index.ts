import type { Report } from '#kit/declare/report.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { visit } from './visit.ts';
import { visitEvent } from './visit-event.ts';
import { visitorCar } from './visitor-car.ts';
import { visitorQr } from './visitor-qr.ts';
import { visitorRecord } from './visitor-record.ts';

export const resources: readonly Resource[] = [visit, visitorQr, visitorCar, visitEvent, visitorRecord];
export const reports: readonly Report[] = [];
