/**
 * What happened to a stay, put into words: one title and a few sentences for each event, and what a correction changed.
 */
import { eventWords } from '#domain/fee/events.ts';
import type { StayEvent } from '#domain/fee/events.ts';
import { takers } from '#domain/lane/words.ts';
import { formatFen } from '#domain/money/fen.ts';
import type { Text } from '#kit/declare/text.ts';
import { text } from '#kit/declare/text.ts';
import { refund } from '#areas/billing/model/payment.ts';
import { payTypes, paymentStates } from '#areas/billing/model/words.ts';
import { derateStates } from '#areas/derate/model/words.ts';
import { passage } from '../model/gate-event.ts';
import { stayChange } from '../model/stay-change.ts';
import { stayKinds, stayStates } from '../model/words.ts';

/** As `GET /api/gatehouse/stay/story` answers it; `at` is an instant. */
export type StoryEvent = { at: string; kind: string; title: Text; detail: Readonly<Record<string, unknown>> };
export type Change = { label: Text; before: Text; after: Text };
/** `wall` draws an instant (epoch ms), `lane` names a lane or an area. */
export type Naming = { wall: (at: number) => string; lane: (id: string) => string | undefined };

const same = (words: string | number): Text => text(String(words), String(words));
const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value;
const worded = (value: unknown): Text => (isText(value) ? value : same(String(value)));
const join = (parts: readonly Text[], zh: string, en: string): Text =>
  text(parts.map((part) => part.zh).join(zh), parts.map((part) => part.en).join(en));
const labelled = (label: Text, value: Text): Text => join([label, value], '：', ': ');
const yuan = (fen: unknown): Text => text(`${formatFen(Number(fen))} 元`, `CNY ${formatFen(Number(fen))}`);
const one = <T>(value: T | null | undefined | false | ''): T[] =>
  value === null || value === undefined || value === false || value === '' ? [] : [value];

const verdicts: Readonly<Record<string, Text>> = {
  open: text('放行', 'Released'),
  refuse: text('不放行', 'Not released'),
  ask: text('转人工确认', 'Sent for manual confirmation'),
  charge: text('收费', 'Charged'),
};
const words = {
  confidence: text('可信度', 'confidence'),
  again: text('同一车辆重复识别', 'repeated reading'),
  offline: text('脱机决定', 'decided offline'),
  by: text('操作人', 'By'),
  reason: text('原因', 'Reason'),
  waived: text('减免', 'Waived'),
  off: text('抵扣', 'Deducted'),
  amount: text('涉及金额', 'Amount'),
  receivable: text('应收', 'Amount due'),
  chosen: text('确认为', 'Confirmed as'),
  plate: text('车牌', 'Plate'),
  kind: text('停车类型', 'Stay type'),
  state: text('状态', 'State'),
  inAt: text('入场时间', 'Entry time'),
  outAt: text('出场时间', 'Exit time'),
  inLane: text('入口通道', 'Entry lane'),
  merged: text('合并到', 'Merged into'),
  events: text('停车事件', 'Events'),
  none: text('无', 'none'),
  area: text('进入区域', 'Entered area'),
};

const payName = (via: string): Text =>
  via.startsWith('drawer:')
    ? payTypes.cash
    : (payTypes[via.replace('channel:', '') as keyof typeof payTypes] ?? same(via));
const option = (options: Readonly<Record<string, Text>> | undefined, key: unknown): Text =>
  options?.[String(key)] ?? same(String(key));

type Sentences = (detail: StoryEvent['detail'], naming: Naming) => Text[];

const sentences: Readonly<Record<string, Sentences>> = {
  reading: ({ plate, confidence, repeatOf }) => [
    ...one(plate as string | null).map(same),
    ...one(confidence as number | null).map((value) =>
      labelled(words.confidence, same(`${(Number(value) * 100).toFixed(0)}%`)),
    ),
    ...one(repeatOf as string | null).map(() => words.again),
  ],
  decision: ({ verdict, reasons, offline }) => [
    option(verdicts, verdict),
    ...one(Array.isArray(reasons) && reasons.length > 0 && join(reasons.map(worded), '；', '; ')),
    ...one(offline === true && words.offline),
  ],
  picked: ({ chosen, by }) => [
    labelled(words.chosen, same(String(chosen))),
    ...one(by === 'rule' || by === 'ticket' ? null : (by as string | null)).map((name) =>
      labelled(words.by, same(name)),
    ),
  ],
  refusal: ({ plate, reason, by }) => [
    ...one(plate as string | null).map(same),
    labelled(words.reason, same(String(reason))),
    labelled(words.by, same(String(by))),
  ],
  opening: ({ cause, gateId }, { lane }) => [...one(lane(String(gateId))).map(same), ...one(isText(cause) && cause)],
  passage: ({ status, gateId, areaId }, { lane }) => [
    option(passage.fields.status.options, status),
    ...one(lane(String(gateId))).map(same),
    ...one(lane(String(areaId))).map((name) => labelled(words.area, same(name))),
  ],
  exception: ({ amountFen }) => one(amountFen as number | null).map((fen) => labelled(words.amount, yuan(fen))),
  release: ({ reason, by, waivedFen }) => [
    ...one(reason as string | null).map((code) => labelled(words.reason, same(code))),
    ...one(by as string | null).map((name) => labelled(words.by, same(name))),
    ...one(waivedFen as number | null).map((fen) => labelled(words.waived, yuan(fen))),
  ],
  change: ({ why, by }) => [
    ...(why === 'event' ? [] : [option(stayChange.fields.why.options, why)]),
    ...one(by as string | null).map((name) => labelled(words.by, same(name))),
  ],
  quoted: ({ receivableFen }) => [labelled(words.receivable, yuan(receivableFen))],
  refund: ({ payType, amountFen, status, by, reason }) => [
    option(payTypes, payType),
    yuan(amountFen),
    option(refund.fields.status.options, status),
    ...one(reason as string | null).map((why) => labelled(words.reason, option(refund.fields.remark.options, why))),
    ...one(by as string | null).map((name) => labelled(words.by, same(name))),
  ],
  attempt: ({ channel, amountFen, state }) => [
    option(payTypes, channel),
    yuan(amountFen),
    option(paymentStates, state),
  ],
  derate: ({ seller, rule, by, status, benefitFen }) => [
    same(`${String(seller)} · ${String(rule)}`),
    option(derateStates, status),
    ...one(Number(benefitFen) > 0 && labelled(words.off, yuan(benefitFen))),
    ...one(by as string | null).map((name) => labelled(words.by, same(name))),
  ],
  payment: ({ via, amountFen, by }) => [
    payName(String(via)),
    yuan(amountFen),
    ...one(by as string | null).map((name) => labelled(words.by, option(takers, name))),
  ],
};

/** The text of an event besides its title. An event of an unknown kind has only a title. */
export const sentencesOf = (event: StoryEvent, naming: Naming): Text[] =>
  sentences[event.kind]?.(event.detail, naming) ?? [];

type Kept = {
  plate?: string;
  kind?: string;
  state?: string;
  entry?: { at: number; lane: string | null } | null;
  exit?: { at: number } | null;
  mergedInto?: string | null;
  events?: readonly StayEvent[];
};

/** A stay as its history keeps it, in the words a person compares. */
function shown(stay: Kept, { wall, lane }: Naming): [Text, Text][] {
  const or = <T>(value: T | null | undefined, draw: (value: T) => Text): Text =>
    value === null || value === undefined ? words.none : draw(value);
  return [
    [words.plate, or(stay.plate, same)],
    [words.kind, or(stay.kind, (kind) => option(stayKinds, kind))],
    [words.state, or(stay.state, (state) => option(stayStates, state))],
    [words.inAt, or(stay.entry, ({ at }) => same(wall(at)))],
    [words.inLane, or(stay.entry?.lane, (id) => same(lane(id) ?? id.slice(0, 8)))],
    [words.outAt, or(stay.exit, ({ at }) => same(wall(at)))],
    [words.merged, or(stay.mergedInto, (id) => same(id.slice(0, 8)))],
    [
      words.events,
      stay.events?.length
        ? join(
            stay.events.map(({ event, at }) => join([eventWords(event), same(wall(at))], ' ', ' ')),
            '；',
            '; ',
          )
        : words.none,
    ],
  ];
}

/** What a correction changed, before and after. */
export function changed({ kind, detail }: StoryEvent, naming: Naming): Change[] {
  if (kind !== 'change' || !detail['before'] || !detail['after']) return [];
  const after = shown(detail['after'] as Kept, naming);
  return shown(detail['before'] as Kept, naming).flatMap(([label, before], nth) =>
    before.zh === after[nth]![1].zh ? [] : [{ label, before, after: after[nth]![1] }],
  );
}

/** The reasons of a lane as a passage keeps them, codes with commas between. */
export function reasonWords(codes: string): Text {
  const each = codes.split(',').map((code) => passage.fields.reasons.options?.[code] ?? text(code, code));
  return text(each.map(({ zh }) => zh).join('；'), each.map(({ en }) => en).join('; '));
}
