import type { ReactNode } from 'react';
import { usePlace } from '#kit/console/place.ts';
import ErrorPage from '../shell/error-page.tsx';

/** An error page as a tab: `/error/403` and its like. */
export default function ErrorTab(): ReactNode {
  return <ErrorPage code={usePlace().path.split('/').pop()!} />;
}
