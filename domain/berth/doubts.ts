/** Doubts of a berth's settlement for a person to check, and which sources were shown to be wrong. */
import { isOccupying, isClosed, isDevice, usable } from './order.ts';
import { freeAgainst, picturedTwice } from './stays.ts';
import type { ReadStay } from './stays.ts';
import type { Scene } from './scene.ts';
import type { BerthStay, BerthWarning, SourceFault, WarningCode } from './types.ts';

type Found = readonly BerthWarning[];

const warn = (
  scene: Scene,
  code: WarningCode,
  at: number,
  stay: string | null,
  evidence: readonly (string | null)[],
): BerthWarning => ({
  code,
  berthId: scene.input.berthId,
  at,
  stay,
  evidence: evidence.filter((each) => each !== null),
});

/** Rule "sensor occupied, no plate": after `unread` somebody has to go and read it. */
function unread(scene: Scene, stays: readonly BerthStay[]): Found {
  return stays
    .filter(({ state }) => state !== 'voided')
    .flatMap((stay) => {
      const due = stay.beginTime + scene.ms.unread;
      const seen = stay.firstPlate?.at ?? stay.outTime ?? scene.input.until;
      return due <= seen ? [warn(scene, 'W-UNREAD', due, stay.key, [stay.beginBy])] : [];
    });
}

function ofRead(scene: Scene, { stay, core, end }: ReadStay): Found {
  const against = freeAgainst(scene, core);
  return [
    ...(against ? [warn(scene, 'W-NOCAR', core.first, stay.key, [stay.firstPlate!.id, against.beginBy])] : []),
    ...(stay.blocked === 'plate'
      ? [
          warn(
            scene,
            'W-PLATE',
            core.last,
            stay.key,
            core.readings.map(({ id }) => id),
          ),
        ]
      : []),
    ...(end.still ? [warn(scene, 'W-STILL', end.at! + scene.ms.stillThere, stay.key, [end.by])] : []),
  ];
}

export function warningsOf(scene: Scene, read: readonly ReadStay[], stays: readonly BerthStay[]): BerthWarning[] {
  const onClosed =
    scene.input.closures.length === 0
      ? []
      : usable(scene.input).filter((each) => isOccupying(each) && isClosed(scene.input, each.at));
  return [
    ...unread(scene, stays),
    ...read.flatMap((each) => ofRead(scene, each)),
    ...scene.disputes.map(({ from, evidence }) => warn(scene, 'W-DISPUTE', from, null, evidence)),
    ...onClosed.map(({ at, id }) => warn(scene, 'W-CLOSED', at, null, [id])),
  ].sort((a, b) => a.at - b.at || (a.code < b.code ? -1 : 1));
}

/** Faults of sensors, each with the evidence that shows it. */
export function faultsOf(scene: Scene, read: readonly ReadStay[]): SourceFault[] {
  const { berthId } = scene.input;
  const ghosts = scene.occupied
    .filter(({ end }) => end === 'disproved')
    .map(({ deviceId, to, endBy }): SourceFault => ({ deviceId, berthId, at: to, kind: 'ghost', by: endBy! }));
  const misses = read.flatMap(({ core }) => {
    const against = picturedTwice(core) ? freeAgainst(scene, core) : undefined;
    const early = scene.free.filter(({ from }) => core.first < from && from < core.last);
    const later = (at: number) => core.readings.find((each) => at < each.at && !isDevice(each))!.id;
    const lost = scene.occupied
      .filter((each, nth) => each.from < core.first && scene.occupied[nth]!.to > core.first)
      .filter((each) =>
        read.some(
          (other) => other.core.last < core.first && each.from <= other.core.last && other.end.at === other.core.last,
        ),
      );
    return [
      ...(against ? [{ deviceId: against.deviceId, at: core.first, by: core.readings.at(-1)!.id }] : []),
      ...early.map(({ deviceId, from }) => ({ deviceId, at: from, by: later(from) })),
      ...lost.map(({ deviceId }) => ({ deviceId, at: core.first, by: core.readings[0]!.id })),
    ].map((each): SourceFault => ({ ...each, berthId, kind: 'miss' }));
  });
  return [...ghosts, ...misses].sort((a, b) => a.at - b.at || (a.by < b.by ? -1 : 1));
}
