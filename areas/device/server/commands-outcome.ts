/** What came of commands, waited for: whoever gave one sees the device's own answer and not only that it was sent. */
import { gte, inArray } from 'drizzle-orm';
import { commandOutcome } from '#areas/device/model/calls.ts';
import { commandNames, deviceCommand } from '#areas/device/model/command.ts';
import type { CommandName } from '#areas/device/model/command.ts';
import { parkDevice } from '#areas/device/model/park-device.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { namesOf } from '#kit/server/rows.ts';
import { scoped } from '#kit/server/scope.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import { tableOf } from '#kit/server/table.ts';
import { scopeOf } from '#kit/server/work.ts';
import type { Work } from '#kit/server/work.ts';
import { commandKinds } from './commands-kinds.ts';

const WITHIN_MS = 6_000;
/** Of what needs no answer: long enough for a device that has one to report that it failed. */
const QUIET_MS = 1_500;
const LOOK_EVERY_MS = 100;
const MOST = 100;
const DAY_MS = 86_400_000;

export type Command = {
  id: string;
  deviceId: string;
  command: CommandName;
  status: string;
  error: string | null;
  result: unknown;
  sentTime: string | null;
};

const underWay = ({ status }: Command): boolean => status === 'queued' || status === 'sent';
const isQuiet = ({ command, sentTime }: Command): boolean => !commandKinds[command].answers && sentTime !== null;

/**
 * The commands, in the order of `ids`, as soon as each has its answer or has run out; as they stand when the wait is
 * over.
 */
export async function awaited(
  work: Pick<Work, 'database' | 'person'>,
  ids: readonly string[],
  withinMs = WITHIN_MS,
): Promise<Command[]> {
  const t = tableOf(deviceCommand);
  const scope = scopeOf(work.person);
  const look = () =>
    work.database.read(scope, (db) =>
      db
        .select()
        .from(t)
        .where(
          scoped(deviceCommand, scope, [
            inArray(t.id!, [...ids]),
            gte(t.time!, new Date(Date.now() - DAY_MS).toISOString()),
          ]),
        ),
    ) as Promise<Command[]>;
  const begun = Date.now();
  for (;;) {
    const rows = (await look()).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    const waited = Date.now() - begun;
    if (
      waited >= withinMs ||
      !rows.some((row) => underWay(row) && !(isQuiet(row) && Date.now() - Date.parse(row.sentTime!) >= QUIET_MS))
    )
      return rows;
    await new Promise((then) => {
      setTimeout(then, LOOK_EVERY_MS);
    });
  }
}

const why = (row: Command, online: ReadonlySet<string>): Text | null => {
  // A reason the server gives is a line in each language, one a device gives itself a single line.
  const [zh = '', en = zh] = (row.error ?? '').split('\n');
  if (row.status === 'failed')
    return row.error
      ? text(`设备答复失败：${zh}`, `the device answered: ${en}`)
      : text('设备答复失败', 'the device answered that it failed');
  if (row.status === 'uncertain') return text(zh, en);
  if (row.status === 'timed-out') return text('设备未应答，已超时', 'no answer in time');
  if (!underWay(row)) return null;
  if (isQuiet(row)) return online.has(row.deviceId) ? null : text('设备离线', 'the device is offline');
  return text('设备尚未应答，可能已离线', 'no answer yet, it may be offline');
};

const SHOWN = 5;

const outcome = serve(
  commandOutcome,
  async (work) => {
    const ids = [
      ...new Set(
        work.input
          .commandIds!.split(',')
          .map((id) => id.trim().toLowerCase())
          .filter(Boolean),
      ),
    ];
    if (ids.length === 0 || ids.length > MOST || !ids.every(isId))
      throw new Refused('bad_input', {}, [
        { field: 'commandIds', msg: text(`请给出一至${MOST}个指令编号`, `Give one to ${MOST} ids of commands`) },
      ]);
    const rows = await awaited(work, ids);
    if (rows.length < ids.length) throw new Refused('no_such_record', { what: deviceCommand.title });
    const scope = scopeOf(work.person);
    const { names, online } = await work.database.read(scope, async (db) => {
      const devices = [...new Set(rows.map(({ deviceId }) => deviceId))];
      const t = tableOf(parkDevice);
      const states = (await db
        .select({ id: t.id!, status: t.status! })
        .from(t)
        .where(scoped(parkDevice, scope, [inArray(t.id!, devices)]))) as { id: string; status: string }[];
      return {
        names: await namesOf(parkDevice, devices, db),
        online: new Set(states.filter(({ status }) => status !== 'offline').map(({ id }) => id)),
      };
    });
    const wrong = rows.flatMap((row) => {
      const words = why(row, online);
      const device = names.get(row.deviceId) ?? '—';
      return words
        ? [
            {
              zh: `${device}（${commandNames[row.command].zh}）${words.zh}`,
              en: `${device} (${commandNames[row.command].en}): ${words.en}`,
            },
          ]
        : [];
    });
    if (wrong.length > 0) {
      const shown = (lang: 'zh' | 'en', mark: string): string =>
        wrong
          .slice(0, SHOWN)
          .map((each) => each[lang])
          .join(mark);
      const [zh, en] =
        rows.length === 1
          ? ['', '']
          : [
              `${rows.length}条指令中${wrong.length}条未完成：`,
              `${wrong.length} of ${rows.length} commands not done: `,
            ];
      throw ruleRefused(text(`${zh}${shown('zh', '；')}`, `${en}${shown('en', '; ')}`));
    }
    return { commands: rows.map(({ id, status, error }) => ({ commandId: id, status, error })) };
  },
  { mode: 'open' },
);

export const outcomeCalls: Served[] = [outcome];
