import { dictionaryWords } from '#kit/declare/dictionary.ts';
import { declaredParams, param } from './param.ts';
import { apiNonce, platBaseInterface, readAppKey, rotateKey } from './open-platform.ts';
import { parkprinttemplate, printSlip } from './print-template.ts';
import { sysdict } from './sysdict.ts';

export const resources = [sysdict, param, parkprinttemplate, platBaseInterface, apiNonce];
export const reports = [];
export const calls = [dictionaryWords, declaredParams, printSlip, rotateKey, readAppKey];
