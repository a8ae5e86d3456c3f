import { NotFoundText } from './not-found-text.tsx';

/** An address that no page has. */
export default function NotFound() {
  return (
    <main>
      <NotFoundText />
    </main>
  );
}
