/** The small shapes that stand beside a colour, so that nobody needs to tell colours apart. */
export function Shape({ of }: { of: 'circle' | 'triangle' | 'diamond' | 'square' }) {
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" fill="currentColor">
      <path d={PATHS[of]} />
    </svg>
  );
}

const PATHS = {
  circle: 'M5 .8a4.2 4.2 0 1 0 0 8.4A4.2 4.2 0 0 0 5 .8Z',
  triangle: 'M5 .8 9.6 9H.4Z',
  diamond: 'M5 .2 9.8 5 5 9.8.2 5Z',
  square: 'M1.4 1.4h7.2v7.2H1.4Z',
};
