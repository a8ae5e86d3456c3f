import { NotFoundText } from '../not-found-text.tsx';

/** A page of the board that has nothing to show, such as one of what is no lease. */
export default function NotFound() {
  return <NotFoundText />;
}
