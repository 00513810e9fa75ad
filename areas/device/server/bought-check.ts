import { isIP } from 'node:net';
import { boardFamilies, kindOfFamily } from '#areas/device/model/families.ts';
import type { FamilyName } from '#areas/device/model/families.ts';
import { faultLine, readMapping } from '#areas/device/model/webhook-mapping.ts';
import { text } from '#kit/declare/text.ts';
import type { Problem } from '#kit/declare/refused.ts';

const isNetwork = (range: string): boolean => {
  const [address = '', bits, ...more] = range.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
};

const WRONG_KIND = {
  gate: text('继电器的设备类型应为道闸', 'A relay is entered as a barrier'),
  scanner: text('付款码扫码器的设备类型应为扫码器', 'A pay code scanner is entered as a scanner'),
  printer: text('小票打印机的设备类型应为小票打印机', 'A slip printer is entered as a slip printer'),
  camera: text('识别相机才可选此对接协议', 'Only a camera speaks this protocol'),
};

/** What is wrong with how a device of another maker is entered. */
export function boughtProblems({
  family,
  deviceType,
  board,
  sourceNetworks,
  mapping,
}: Record<string, unknown>): Problem[] {
  const problems: Problem[] = [];
  if (mapping && family !== 'webhook')
    problems.push({
      field: 'mapping',
      msg: text('只有通用 Webhook 有字段对应', 'Only the universal webhook has a mapping'),
    });
  else if (mapping)
    problems.push(
      ...readMapping(String(mapping))
        .faults.slice(0, 3)
        .map((fault) => ({ field: 'mapping', msg: faultLine(fault) })),
    );
  if (board && !boardFamilies.includes(family as FamilyName))
    problems.push({
      field: 'board',
      msg: text('此协议不能向所接的屏转送', 'This protocol passes nothing on to a board'),
    });
  const kind = family ? kindOfFamily(family as FamilyName) : null;
  if (kind !== null && deviceType !== kind) problems.push({ field: 'family', msg: WRONG_KIND[kind] });
  const named = String(sourceNetworks ?? '')
    .split(/[,，\s]+/)
    .filter(Boolean);
  if (!named.every(isNetwork))
    problems.push({
      field: 'sourceNetworks',
      msg: text(
        '应为地址或网段，如 10.8.0.21, 10.8.1.0/24',
        'must be addresses or networks like 10.8.0.21, 10.8.1.0/24',
      ),
    });
  return problems;
}
