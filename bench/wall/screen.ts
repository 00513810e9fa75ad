/** The screen of the bench: a screen of the demo with lanes and pictures, its lanes those where the cars pass. */
import type { Api } from '#device/simulator/api.ts';
import type { Tile } from '#areas/wall/model/tiles.ts';
import type { Traffic } from './traffic.ts';

type Stored = {
  readonly id: string;
  readonly name: string;
  readonly companyId: string;
  readonly config: { readonly theme: string; readonly tiles: readonly Tile[] };
};
const base = '/api/updown/sysbigreport';

/** Around the car parks of the traffic, so that each has its own place on the map. */
const placeOf = (nth: number) => ({ lng: 113.3 + nth * 0.02, lat: 23.1 + (nth % 3) * 0.02 });

/**
 * Puts the car parks of the traffic on the map and makes a screen that shows them alone.
 * @param like part of the name of the screen whose tiles are taken
 * @returns its id, and a call that removes it
 */
export async function screenOf(
  api: Api,
  like: string,
  traffic: Traffic,
): Promise<{ id: string; remove(): Promise<void> }> {
  for (const [nth, id] of traffic.parkIds.entries()) {
    const lot = await api.get('/api/updown/basePark/detail', { id });
    await api.post('/api/updown/basePark/submit', { ...lot, location: placeOf(nth) });
  }
  const found = await api.find<Stored>(`${base}/list`, {}, ({ name }) => name.includes(like));
  if (!found) throw new Error(`there is no screen named ${like}`);
  const { companyId, config } = await api.get<Stored>(`${base}/detail`, { id: found.id });
  const lanes = [traffic.entry, traffic.exit];
  const tiles = config.tiles.map((tile) => (tile.kind === 'camera' ? { ...tile, ...lanes.shift() } : tile));
  const { id } = await api.post<{ id: string }>(`${base}/submit`, {
    name: `${found.name} ${Date.now().toString(36)}`,
    companyId,
    parkIds: traffic.parkIds,
    refresh: '15',
    config: { ...config, tiles },
  });
  return { id, remove: async () => void (await api.post(`${base}/remove`, { ids: id })) };
}
