/** Posters: what stands behind a code that anybody may scan. */
import { randomBytes } from 'node:crypto';
import type { Problem } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { qrImage } from '../model/calls.ts';
import { visitorQr } from '../model/visitor-qr.ts';
import { pageOf } from './link.ts';
import { villageOf } from './visits.ts';

type Values = Record<string, unknown>;

export const qrRules = {
  check: (values: Values, before: Values | null): Problem[] => {
    const { startTime, endTime } = { ...before, ...values } as { startTime?: string; endTime?: string };
    return startTime && endTime && Date.parse(endTime) <= Date.parse(startTime)
      ? [{ field: 'endTime', msg: text('失效时间应晚于启用时间', 'The end must be later than the start') }]
      : [];
  },
  fill: async (values: Values, before: Values | null, work: Work) => ({
    ...(before ? {} : { code: randomBytes(18).toString('base64url') }),
    villageId: await villageOf(work, before?.parkId ?? values.parkId),
  }),
};

export const qrServed: Served[] = [
  serve(qrImage, async (work) => {
    const row = await rowOf(visitorQr, String(work.input.recordId).toLowerCase(), work.db);
    return pageOf(work as Work, work.db, row.parkId as string, { code: String(row.code) });
  }),
];
