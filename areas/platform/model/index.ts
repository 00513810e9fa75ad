import { code, codeColumns, generateCode, generatorTables, previewCode } from './code.ts';
import { datasource, outsideTable, outsideTables, testDatasource } from './datasource.ts';
import { dictionaryWords } from '#kit/declare/dictionary.ts';
import { declaredParams, param } from './param.ts';
import { apiNonce, platBaseInterface, readAppKey, rotateKey } from './open-platform.ts';
import { aliOssconfig, chooseStore, leaveStore, testStore } from './object-store.ts';
import { parkprinttemplate, printSlip, sendSlip, slipPrinters } from './print-template.ts';
import { cancelTask, startTask, tackManagement, taskRun } from './task.ts';
import { sysdict } from './sysdict.ts';

export const resources = [
  sysdict,
  param,
  parkprinttemplate,
  platBaseInterface,
  apiNonce,
  aliOssconfig,
  tackManagement,
  taskRun,
  datasource,
  code,
];
export const reports = [];
export const calls = [
  dictionaryWords,
  declaredParams,
  printSlip,
  slipPrinters,
  sendSlip,
  rotateKey,
  readAppKey,
  testStore,
  chooseStore,
  leaveStore,
  startTask,
  cancelTask,
  testDatasource,
  outsideTables,
  outsideTable,
  codeColumns,
  previewCode,
  generatorTables,
  generateCode,
];
