import { useQuery } from '@tanstack/react-query';
import type { Text } from '#kit/declare/text.ts';
import { areas } from '../areas.ts';
import { shellScreens } from '../shell/screens.ts';

/** What every screen is called, by its route: from the declarations of all areas, loaded for this. */
async function names(): Promise<ReadonlyMap<string, Text>> {
  const brought = await Promise.all(
    areas.map(async ({ model, screens }) => {
      const [{ resources, reports }, own] = await Promise.all([model(), screens?.()]);
      return [...reports, ...resources.map(({ route, many }) => ({ route, title: many })), ...(own?.screens ?? [])];
    }),
  );
  return new Map(
    [...brought.flat(), ...shellScreens].flatMap(({ route, title }) => (route ? [[route, title] as const] : [])),
  );
}

const none: ReadonlyMap<string, Text> = new Map();

export const useNames = (): ReadonlyMap<string, Text> =>
  useQuery({ queryKey: ['names of screens'], queryFn: names, staleTime: Infinity }).data ?? none;
