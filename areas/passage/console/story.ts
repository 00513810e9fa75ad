import { useQuery } from '@tanstack/react-query';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import type { BillLineShown } from '#kit/console/bill.tsx';
import { wallTime } from '#kit/declare/format.ts';
import { zone } from '#kit/console/me.ts';
import { pictures, story } from '../model/calls.ts';
import { stay } from '../model/stay.ts';
import type { Naming, StoryEvent } from './story-words.ts';

export type Pictures = {
  inPicture: string | null;
  outPicture: string | null;
  inTime: string | null;
  outTime: string | null;
  plateNumber: string | null;
  outPlate: string | null;
};
/** `words`: how people call the event. */
export type NamedEvent = { event: string; words: Text };
export type Story = {
  stay: AnyRow;
  happened: { events: (NamedEvent & { time: string })[]; needed: NamedEvent[] };
  pictures: Pictures;
  lines: BillLineShown[];
  places: Readonly<Record<string, string>>;
  events: StoryEvent[];
};

/** The two pictures of a stay: at once from its row where that is at hand. */
export const usePictures = (stayId: string, row?: AnyRow) =>
  useQuery({
    queryKey: [stay.name, 'pictures', stayId],
    queryFn: ({ signal }) => ask<Pictures>(pictures, { recordId: stayId }, { signal, quiet: true }),
    staleTime: 0,
    // The list row has the same pictures until the answer comes.
    ...(row ? { placeholderData: row as unknown as Pictures } : {}),
  });

/** Everything known about a stay, as of opening the page; requested once however many parts of the page show it. */
export const useStory = (stayId: string) =>
  useQuery({
    queryKey: [stay.name, 'story', stayId],
    queryFn: ({ signal }) => ask<Story>(story, { recordId: stayId }, { signal, quiet: true }),
    staleTime: 0,
  });

/** How times, lanes and areas of a stay are written. */
export function namingOf({ stay: row, places }: Story): Naming {
  const lanes = new Map(
    ['inGateId', 'outGateId'].flatMap((name) =>
      row[name] && row.labels?.[name] ? [[String(row[name]), row.labels[name]] as const] : [],
    ),
  );
  return { wall: (at) => wallTime(new Date(at).toISOString(), zone()), lane: (id) => places[id] ?? lanes.get(id) };
}
