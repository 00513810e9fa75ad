import { use } from 'react';
import type { ReactNode } from 'react';
import { recordsByArea } from 'virtual:records';
import { usePlace } from '#kit/console/place.ts';
import type { RecordParts } from '#kit/console/record.ts';
import { NoRecord, RecordView } from '#kit/console/record-view.tsx';
import { areas } from './areas.ts';

async function find(name: string): Promise<RecordParts | null> {
  const area = areas.find((each) => recordsByArea[each.name]?.includes(name));
  if (!area) return null;
  const own = (await area.records?.())?.records[name];
  if (own) return (await own()).default;
  const of = (await area.model()).resources.find((resource) => resource.name === name);
  return of ? { of } : null;
}

const found = new Map<string, Promise<RecordParts | null>>();

/** How records of a resource are shown, loaded once; a failed load is retried by the next page. */
function partsOf(name: string): Promise<RecordParts | null> {
  let parts = found.get(name);
  if (!parts) {
    found.set(name, (parts = find(name)));
    parts.catch(() => found.delete(name));
  }
  return parts;
}

/** One record of any resource that can be read singly, at `/record/<resource>/<id>`. */
export default function RecordOf(): ReactNode {
  const [, , name = '', id = ''] = usePlace().path.split('/');
  const parts = use(partsOf(name));
  return parts ? <RecordView key={id} parts={parts} id={decodeURIComponent(id)} /> : <NoRecord />;
}
