import type { ReactNode } from 'react';
import { CarApplies } from './car-applies.tsx';

export default function ApplyReview(): ReactNode {
  return <CarApplies as="reviewer" />;
}
