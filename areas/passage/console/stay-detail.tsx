import type { ComponentProps } from 'react';
import { part } from '#kit/console/part.tsx';
import type { StayPictures as Pictures, StayStory as Story } from './stay-story.tsx';

const wait = (
  <div aria-busy="true">
    <span className="gh-spin" />
  </div>
);

/**
 * The parts of a stay's detail; with their bills and orders they come when the first detail is opened, not with the
 * list.
 */
export const StayPictures = part<ComponentProps<typeof Pictures>>(
  () => import('./stay-story.tsx').then(({ StayPictures: drawn }) => ({ default: drawn })),
  { wait },
);
export const StayStory = part<ComponentProps<typeof Story>>(
  () => import('./stay-story.tsx').then(({ StayStory: drawn }) => ({ default: drawn })),
  {
    wait,
  },
);
