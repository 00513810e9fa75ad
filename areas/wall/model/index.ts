import { codeState, pairScreen, showCode } from './pairing.ts';
import {
  copyScreen,
  endLink,
  linkScreen,
  offeredReports,
  previewScreen,
  screenList,
  showPicture,
  showScreen,
  sysbigreport,
} from './sysbigreport.ts';

export const resources = [sysbigreport];
export const reports = [];
export const calls = [
  screenList,
  copyScreen,
  linkScreen,
  endLink,
  offeredReports,
  previewScreen,
  showScreen,
  showPicture,
  showCode,
  codeState,
  pairScreen,
];
