import type { ReactNode } from 'react';
import { CarApplies } from './car-applies.tsx';

export default function Apply(): ReactNode {
  return <CarApplies as="applicant" />;
}
