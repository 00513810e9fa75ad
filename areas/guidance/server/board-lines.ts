/** Which lines of which boards show a group. */
import { devDevice } from '#areas/guidance/model/device.ts';
import { devDeviceType } from '#areas/guidance/model/device-type.ts';
import { devGroup, setBoards } from '#areas/guidance/model/group.ts';
import { isId } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { holdFloors } from './figures.ts';

const MOST_LINES = 8;
const MOST_BOARDS = 200;
const ARROWS: ReadonlySet<unknown> = new Set(['ahead', 'left', 'right', 'back', 'none']);

type Line = { readonly deviceId: string; readonly line: number; readonly arrow: string; readonly label: string | null };
type Group = { id: string; tenantId: number; companyId: string; parkId: string };

const wrong = (msg: Text): Refused => new Refused('bad_input', {}, [{ field: 'boards', msg }]);

function lineOf(raw: unknown): Line {
  const { deviceId, line, arrow = 'none', label = null } = (raw ?? {}) as Record<string, unknown>;
  if (typeof deviceId !== 'string' || !isId(deviceId.toLowerCase()))
    throw wrong(text('deviceId：须为引导屏编号', 'deviceId: must be the id of a board'));
  if (!Number.isInteger(line) || Number(line) < 1 || Number(line) > MOST_LINES)
    throw wrong(text('line：须为 1 至 8', 'line: must be 1 to 8'));
  if (!ARROWS.has(arrow)) throw wrong(text('arrow：没有这种箭头', 'arrow: no such arrow'));
  if (label !== null && (typeof label !== 'string' || label.length > 20))
    throw wrong(text('label：最多 20 个字符', 'label: must be at most 20 characters'));
  return { deviceId: deviceId.toLowerCase(), line: Number(line), arrow: String(arrow), label: label || null };
}

const keyOf = ({ deviceId, line }: Line): string => `${deviceId} ${line}`;

/** Boards stand in the group's own car park, and none of these lines shows another group. */
async function checkLines(work: Work, group: Group, lines: readonly Line[]): Promise<void> {
  if (new Set(lines.map(keyOf)).size < lines.length) throw wrong(text('同一行出现了两次', 'One line is named twice'));
  for (const id of new Set(lines.map(({ deviceId }) => deviceId))) {
    const board = (await rowOf<Resource>(devDevice, id, work.db)) as Record<string, unknown>;
    const type = await rowOf(devDeviceType, String(board['deviceType']), work.db);
    if (board['parkId'] !== group.parkId || type.typeCode !== 'board')
      throw wrong(text('须为本车场的引导屏', 'Must be a board of this car park'));
  }
  const others = await work.db.raw<{ groupName: string; boards: Line[] | null }>(
    'SELECT group_name AS "groupName", boards FROM dev_group WHERE tenant_id = $1 AND park_id = $2 AND id <> $3 AND deleted_at IS NULL',
    [group.tenantId, group.parkId, group.id],
  );
  const wanted = new Set(lines.map(keyOf));
  const taken = others.find(({ boards }) => (boards ?? []).some((line) => wanted.has(keyOf(line))));
  if (taken)
    throw ruleRefused(
      text(`该行已显示“${taken.groupName}”`, `That line already shows “${taken.groupName}”`),
      'line-taken',
    );
}

async function set(work: Work): Promise<null> {
  const boards = work.input['boards'] as unknown;
  if (!Array.isArray(boards) || boards.length > MOST_BOARDS) throw wrong(text('须为列表', 'Must be a list'));
  const lines = boards.map(lineOf);
  const seen = (await rowOf<Resource>(devGroup, work.input['groupId'] as string, work.db)) as Group;
  await holdFloors(work.db, seen);
  const group = (await rowOf<Resource>(devGroup, seen.id, work.db, { lock: true })) as Group;
  await checkLines(work, group, lines);
  const { tenantId, companyId, parkId, id } = group;
  await work.db.raw(
    'UPDATE dev_group SET boards = $3::jsonb, updated_at = $4, updated_by = $5 WHERE tenant_id = $1 AND id = $2',
    [tenantId, id, JSON.stringify(lines), work.now.toISOString(), work.person.userId],
  );
  work.record({
    resource: devGroup.name,
    action: 'boards',
    rowId: id,
    after: { boards: lines },
    tenantId,
    companyId,
    parkId,
  });
  return null;
}

export const boardsServed: Served[] = [serve(setBoards, set)];
