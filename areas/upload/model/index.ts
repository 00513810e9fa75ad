import { registShangHai, registWisdomCommunity, searchShangHai, yongCount, yongDetails } from './calls.ts';
import { dayCounts, resendHour } from './counts.ts';
import { gateDetail, startUpload, thirdpartyApp, thirdpartyGate, thirdplatform } from './links.ts';
import { requeue, thirdDiary, thirdMessage } from './messages.ts';
import { openPlatform, thirdparty, tryProfile } from './thirdparty.ts';

export const resources = [thirdparty, thirdpartyApp, thirdplatform, thirdpartyGate, thirdMessage, thirdDiary];
export const reports = [];
export const calls = [
  openPlatform,
  tryProfile,
  registShangHai,
  registWisdomCommunity,
  searchShangHai,
  startUpload,
  gateDetail,
  requeue,
  dayCounts,
  resendHour,
  yongCount,
  yongDetails,
];
