/**
 * Photos of faces: entered with consent, seen by few, fetched by devices while a command is open, and erased
 * everywhere.
 */
import { Buffer } from 'node:buffer';
import { flawOf, MOST_BYTES, readJpeg } from '#domain/door/jpeg.ts';
import type { Flaw, Jpeg } from '#domain/door/jpeg.ts';
import { addDays, dayOf } from '#domain/time/day.ts';
import { isEmpty } from '#kit/declare/check.ts';
import { Refused, ruleRefused } from '#kit/declare/refused.ts';
import { fill, text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { keepSealed, openSealed } from '#kit/files/sealed.ts';
import { insertRows } from '#kit/server/bulk.ts';
import { ofTenant, tenantScope } from '#kit/server/db.ts';
import { newId } from '#kit/server/id.ts';
import { rowOf } from '#kit/server/row-by-id.ts';
import { add } from '#kit/server/save.ts';
import { Raw, serve } from '#kit/server/served.ts';
import type { Served } from '#kit/server/served.ts';
import type { Work } from '#kit/server/work.ts';
import { doorConsent } from '#areas/door/model/door-consent.ts';
import { doorEmployee } from '#areas/door/model/door-employee.ts';
import {
  doorPhoto,
  erasePhotos,
  eraseThermal,
  handIn,
  handInThermal,
  look,
  toDevice,
} from '#areas/door/model/door-photo.ts';
import { consentRules } from './consents.ts';
import { erasePerson, erasePhotos as erase } from './erase.ts';
import { ticketIn } from './face-address.ts';
import { lookSoon } from './rounds.ts';

const DAYS = { usual: 365, most: 730 };

export type Person = { id: string; tenantId: number; companyId: string; villageId: string; status: string };
type Photo = { id: string; tenantId: number; companyId: string; villageId: string; EmpID: string; state: string };
export type Agreed = { textVersion?: string | null; way?: string | null; guardian?: string | null };
type PhotoInput = Agreed & {
  id?: string | null;
  EmpID?: string | null;
  photoUrl: string;
  keptUntil?: string | null;
  remark?: string | null;
};

const wrong = (field: string, msg: Text): Refused => new Refused('bad_input', {}, [{ field, msg }]);

const flaws: Readonly<Record<Flaw, Text>> = {
  notJpeg: text('不是完整的 JPEG 图片', 'Not a whole JPEG picture'),
  tooLarge: fill(text('超过 {kb} KB', 'More than {kb} KB'), { kb: MOST_BYTES / 1024 }),
  tooSmall: text('短边不足 480 像素', 'Its short side has less than 480 pixels'),
  tooWide: text('长边超过 1920 像素', 'Its long side has more than 1,920 pixels'),
  turned: text('照片没有转正，请转正后保存再上传', 'It lies on its side: turn it upright and save it first'),
};

/** @throws Refused where terminals would not take it */
export function photoIn(bytes: Buffer, field: string): Jpeg {
  const jpeg = readJpeg(bytes);
  const flaw = flawOf(jpeg);
  if (flaw) throw wrong(field, flaws[flaw]);
  return jpeg!;
}

/** The bytes of a data address. */
function bytesIn(address: string): Buffer {
  const found = /^data:image\/jpe?g;base64,([A-Za-z0-9+/]+={0,2})$/.exec(address.trim());
  if (!found)
    throw wrong('photoUrl', text('应为 data:image/jpeg;base64 地址', 'Must be a data:image/jpeg;base64 address'));
  return Buffer.from(found[1]!, 'base64');
}

/** The consent a photo rests on; recorded now where the input names the version agreed to. @returns that version */
async function consented(work: Work, person: Person, { textVersion, way, guardian }: Agreed): Promise<string> {
  const [given] = await ofTenant(work.db, person.tenantId).raw<{ version: string }>(
    `SELECT text_version AS version FROM door_consent
     WHERE tenant_id = $1 AND emp_id = $2 AND purpose = 'face' AND status = 'given' AND deleted_at IS NULL`,
    [person.tenantId, person.id],
  );
  if (given) return given.version;
  if (isEmpty(textVersion))
    throw wrong(
      'textVersion',
      text(
        '此人尚未同意使用照片，请填写其同意的告知书版本',
        'Nobody consented to this photo yet: say the version agreed to',
      ),
    );
  if (!work.permits('doorConsent:add')) throw new Refused('not_permitted', { what: doorConsent.title });
  const agreed = { EmpID: person.id, companyId: person.companyId, purpose: 'face', textVersion, way: way ?? 'self' };
  await add(doorConsent, { ...agreed, ...(guardian ? { guardian } : {}) }, work, consentRules);
  return String(textVersion);
}

function keptUntil(work: Work, wanted: string | null | undefined): string {
  const today = dayOf(work.now.getTime(), work.person.zone);
  if (isEmpty(wanted)) return addDays(today, DAYS.usual);
  if (wanted! < today) throw wrong('keptUntil', text('日期已过', 'This day is over'));
  if (wanted! > addDays(today, DAYS.most)) throw wrong('keptUntil', text('最长两年', 'Two years at most'));
  return wanted!;
}

/** One photo takes the place of all before it. */
export async function keepPhoto(
  work: Work,
  person: Person,
  jpeg: Jpeg,
  more: Agreed & { keptUntil?: string | null; remark?: string | null },
): Promise<string> {
  if (person.status === 'left')
    throw ruleRefused(text('此人已离开，不再保存照片', 'He has left: no photo is kept of him'));
  const textVersion = await consented(work, person, more);
  const db = ofTenant(work.db, person.tenantId);
  const id = newId();
  await keepSealed(db, person.tenantId, id, Buffer.from(jpeg.bare));
  const row = {
    tenant_id: person.tenantId,
    company_id: person.companyId,
    village_id: person.villageId,
    id,
    emp_id: person.id,
    state: 'kept',
    text_version: textVersion,
    kept_until: keptUntil(work, more.keptUntil),
    pixels: `${jpeg.width}×${jpeg.height}`,
    bytes: jpeg.bare.length,
    added_by: work.person.name || work.person.account,
    added_time: work.now.toISOString(),
    photo_url: `${look.path}?id=${id}`,
    remark: more.remark ?? null,
  };
  await insertRows(db, 'door_photo', [row], '');
  await erasePerson(work, { tenantId: person.tenantId, EmpID: person.id, except: id }, 'replaced');
  lookSoon(person, work);
  work.record({
    resource: doorPhoto.name,
    action: 'handIn',
    rowId: id,
    after: { EmpID: person.id, textVersion, keptUntil: row.kept_until, pixels: row.pixels },
    tenantId: person.tenantId,
    companyId: person.companyId,
  });
  return id;
}

async function submitPhoto(work: Work): Promise<{ id: string }> {
  const input = work.input as PhotoInput;
  const before = input.id ? ((await rowOf(doorPhoto, input.id, work.db)) as Photo) : null;
  const EmpID = before?.EmpID ?? input.EmpID;
  if (!EmpID) throw wrong('EmpID', text('请选择人员', 'Please choose a person'));
  if (before && input.EmpID && input.EmpID !== before.EmpID)
    throw wrong('EmpID', text('这张照片属于另一人', 'This photo is of somebody else'));
  const person = (await rowOf(doorEmployee, EmpID, work.db, { lock: true })) as Person;
  const jpeg = photoIn(bytesIn(input.photoUrl), 'photoUrl');
  return { id: await keepPhoto(work, person, jpeg, input) };
}

async function remove(work: Work<typeof erasePhotos.input>): Promise<{ ids: string[] }> {
  const ids = [...new Set(work.input.ids ?? [])];
  for (const id of ids) {
    const row = (await rowOf(doorPhoto, id, work.db, { lock: true })) as Photo;
    const by = work.person.name || work.person.account;
    await erase(work.db, row.tenantId, [id], { why: 'removed', by, now: work.now });
    lookSoon(row, work as Work);
    work.record({
      resource: doorPhoto.name,
      action: 'erase',
      rowId: id,
      after: { EmpID: row.EmpID },
      tenantId: row.tenantId,
      companyId: row.companyId,
    });
  }
  return { ids };
}

const gone = (): Refused => new Refused('no_such_record', { what: doorPhoto.title });
const shown = (bytes: Buffer): Raw =>
  new Raw((reply) =>
    reply
      .header('Content-Type', 'image/jpeg')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Content-Security-Policy', "default-src 'none'; sandbox")
      .header('Cache-Control', 'no-store')
      .send(bytes),
  );

async function see(work: Work<typeof look.input>): Promise<Raw> {
  const row = (await rowOf(doorPhoto, work.input.id!, work.db)) as Photo;
  const bytes = row.state === 'kept' ? await openSealed(work.db, row.tenantId, row.id) : null;
  if (!bytes) throw gone();
  work.record({
    resource: doorPhoto.name,
    action: 'look',
    rowId: row.id,
    after: { EmpID: row.EmpID },
    tenantId: row.tenantId,
    companyId: row.companyId,
  });
  return shown(bytes);
}

const OPEN = `
  SELECT p.id FROM door_photo p JOIN device_command c ON c.tenant_id = p.tenant_id AND c.id = $3 AND c.time > $4::timestamptz AND c.status IN ('queued', 'sent')
  WHERE p.tenant_id = $1 AND p.id = $2 AND p.state = 'kept' AND p.deleted_at IS NULL`;

async function fetched(work: Work<typeof toDevice.input>): Promise<Raw> {
  const ticket = ticketIn(work.input.ticket!);
  if (!ticket) throw gone();
  const { tenantId, photoId, commandId } = ticket;
  const since = new Date(work.now.getTime() - 86_400_000).toISOString();
  const bytes = await work.database.read(tenantScope(tenantId), async (db) => {
    const [open] = await db.raw(OPEN, [tenantId, photoId, commandId, since]);
    return open ? openSealed(db, tenantId, photoId) : null;
  });
  if (!bytes) throw gone();
  return shown(bytes);
}

export const photosServed: readonly Served[] = [
  serve(handIn, submitPhoto),
  serve(handInThermal, submitPhoto),
  serve(erasePhotos, remove),
  serve(eraseThermal, remove),
  serve(look, see, { mode: 'write' }),
  serve(toDevice, fetched, { mode: 'open' }),
];
