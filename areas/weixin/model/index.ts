import { callbackMessage, callbackProof } from './callback.ts';
import { parkMiniOtherConfig } from './mini-config.ts';
import { authorizeMini, driverHome, miniMqtt, parkminiprogram, testMini } from './parkminiprogram.ts';
import { publicplat, syncFollowers, testPublicplat } from './publicplat.ts';
import { previewPush, resendPush, systemplatemsgconfig, testPush, wxPlate, wxPush } from './push.ts';
import { wxinfo, wxMessage } from './records.ts';
import { wxSync } from './sync.ts';
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
  wxSync,
  systemplatemsgconfig,
  wxPlate,
  wxPush,
];
export const reports = [];
export const calls = [
  callbackProof,
  callbackMessage,
  testPublicplat,
  syncFollowers,
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
  previewPush,
  testPush,
  resendPush,
];
