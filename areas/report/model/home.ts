import { call } from '#kit/declare/call.ts';
import type { Answer } from '#kit/declare/call.ts';
import { date, relation, select } from '#kit/declare/field.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { company } from '#areas/org/model/company.ts';
import { park, parkTypes } from '#areas/lot/model/park.ts';

const companyId = relation(text('单位', 'Company'), () => company);
const parkId = relation(text('车场', 'Car park'), () => park);
/** Lots of one kind alone: the home of the roadside asks for the curb's. */
const parkType = select(text('车场类型', 'Kind of car park'), parkTypes);
const range = { dayFrom: date(text('开始日期', 'From')), dayTo: date(text('结束日期', 'To')) };

/** A figure of the home page: over the lots in scope, or a company's, or one lot's. */
const figure = <const F extends typeof oneLot | typeof oneCompany | typeof ranged>(
  name: string,
  title: Text,
  input: F,
  answer: Answer,
  note: Text,
) =>
  call({
    name: `home.${name}`,
    title,
    area: 'report',
    method: 'GET',
    path: `/api/updown/staticFirst/${name}`,
    permission: 'home:read',
    input,
    answer,
    note,
  });

const oneLot = { companyId, parkId, parkType };
const oneCompany = { companyId, parkType };
const ranged = { ...oneLot, ...range };

export const todaysMoney = figure(
  'getFirstPayMoney',
  text('首页收入金额', 'Money and cars today'),
  oneLot,
  'object',
  text(
    '今日收入、在场车辆、剩余车位，以及与昨日同一时刻的进出对比。',
    "Today's money, cars inside, free spaces, and entries and exits against yesterday at the same time.",
  ),
);
export const fees15 = figure(
  'get15Fee',
  text('近15天收费', 'Fees of 15 days'),
  oneLot,
  'list',
  text('每日应收、实收、退款与净额。', 'Receivable, paid, refunded and net by day.'),
);
export const onlineFees15 = figure(
  'get15OnlineFee',
  text('近15天线上收费', 'Online and cash of 15 days'),
  oneLot,
  'list',
  text('每日线上与现金。', 'Online and cash by day.'),
);
export const newParks15 = figure(
  'get15NewPark',
  text('近15天新增车场', 'Car parks added in 15 days'),
  oneCompany,
  'list',
  text('每日新增与累计车场数。', 'Car parks added and in all by day.'),
);
export const parksToday = figure(
  'getTodayParkSumSort',
  text('今日车场收入排行', 'Car parks by income today'),
  oneCompany,
  'list',
  text('收入最高的10个车场。', 'The ten car parks with most income.'),
);
export const phoneFee = figure(
  'getOnlinePhoneFee',
  text('线上手机支付收入', 'Paid by phone'),
  oneLot,
  'object',
  text('今日、昨日与本月的线上收入。', 'Online income today, yesterday and this month.'),
);
export const payWays = figure(
  'getPaywayCount',
  text('支付方式占比', 'Shares by payment method'),
  ranged,
  'list',
  text('默认近15天。', '15 days by default.'),
);
export const releaseTypes = figure(
  'getParkReleaseTypeSum',
  text('放行类型占比', 'Shares by release'),
  ranged,
  'list',
  text('默认近15天。', '15 days by default.'),
);
export const stayKindShares = figure(
  'getParkCarFeeTypeSum',
  text('车辆收费类型占比', 'Shares by kind of stay'),
  ranged,
  'list',
  text('默认近15天。', '15 days by default.'),
);
export const carTypeShares = figure(
  'getParkCarTypeSum',
  text('车辆类型占比', 'Shares by car type'),
  ranged,
  'list',
  text('默认近15天。', '15 days by default.'),
);

export const homeCalls = [
  todaysMoney,
  fees15,
  onlineFees15,
  newParks15,
  parksToday,
  phoneFee,
  payWays,
  releaseTypes,
  stayKindShares,
  carTypeShares,
];

/** How the home calls answer; money in fen. */
export type TodaysMoney = {
  day: string;
  receivableFen: number;
  paidFen: number;
  cashFen: number;
  onlineFen: number;
  refundFen: number;
  netFen: number;
  derateFen: number;
  waivedFen: number;
  arrearsFen: number;
  payments: number;
  paidYesterdayFen: number;
  netYesterdayFen: number;
  inside: number;
  spaces: number;
  free: number;
  entries: number;
  exits: number;
  entriesYesterday: number;
  exitsYesterday: number;
};
export type FeeDay = { day: string; receivableFen: number; paidFen: number; refundFen: number; netFen: number };
export type OnlineDay = { day: string; onlineFen: number; cashFen: number };
export type ParkDay = { day: string; added: number; total: number };
export type ParkRank = {
  parkId: string;
  parkName: string;
  paidFen: number;
  netFen: number;
  payments: number;
  entries: number;
  exits: number;
};
export type PhoneFee = { todayFen: number; yesterdayFen: number; monthFen: number; payments: number };
export type Share = { key: string; name: string; count: number; amountFen: number };
