import { adPlat } from './ad-plat.ts';
import { adver } from './adver.ts';
import { adverOrder } from './advert-order.ts';
import { advertPicture, clickAdvert, postAdver, showAdvert, reportAdvert } from './calls.ts';
import { adverDays, hAdverDays, jsAdverDays, ppAdverDays, xinlinAdverDays } from './reports.ts';
import { adNetworkDay } from './network-day.ts';
import { garageAd, garageAdText } from './garage-ad.ts';
import { adDay, adVisit } from './visits.ts';

export const resources = [adver, adPlat, adVisit, adDay, adNetworkDay, adverOrder, garageAd];
export const reports = [adverDays, ppAdverDays, jsAdverDays, hAdverDays, xinlinAdverDays];
export const calls = [postAdver, showAdvert, reportAdvert, clickAdvert, advertPicture, garageAdText];
