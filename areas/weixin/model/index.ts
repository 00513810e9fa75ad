import { callbackMessage, callbackProof } from './callback.ts';
import { publicplat, testPublicplat } from './publicplat.ts';
import { wxinfo, wxMessage } from './records.ts';
import { configDetail, wxOtherConfig } from './wx-other-config.ts';
import { tryKeyword, wxkeyword } from './wxkeyword.ts';

export const resources = [publicplat, wxkeyword, wxOtherConfig, wxinfo, wxMessage];
export const reports = [];
export const calls = [callbackProof, callbackMessage, testPublicplat, tryKeyword, configDetail];
