import { callbackMessage, callbackProof } from './callback.ts';
import { parkMiniOtherConfig } from './mini-config.ts';
import { authorizeMini, driverHome, miniMqtt, parkminiprogram, testMini } from './parkminiprogram.ts';
import { publicplat, testPublicplat } from './publicplat.ts';
import { wxinfo, wxMessage } from './records.ts';
import { configDetail, wxOtherConfig } from './wx-other-config.ts';
import { tryKeyword, wxkeyword } from './wxkeyword.ts';
import { compareMenu, menuModel, publishMenu, restoreMenu, wxmenu, wxmenuVersion } from './wxmenu.ts';

export const resources = [
  publicplat,
  wxkeyword,
  wxOtherConfig,
  wxinfo,
  wxMessage,
  wxmenu,
  wxmenuVersion,
  parkminiprogram,
  parkMiniOtherConfig,
];
export const reports = [];
export const calls = [
  callbackProof,
  callbackMessage,
  testPublicplat,
  tryKeyword,
  configDetail,
  menuModel,
  publishMenu,
  compareMenu,
  restoreMenu,
  miniMqtt,
  authorizeMini,
  testMini,
  driverHome,
];
