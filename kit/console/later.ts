import { useEffect, useState } from 'react';

/** A value that follows after it has stood still for so many milliseconds. */
export function useLater<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
