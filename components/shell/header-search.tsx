'use client';

import { usePathname, useRouter } from 'next/navigation';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import { boardUrl } from '../leases/board-url.ts';
import { SearchField } from './search-field.tsx';

/** The search of the leases, in the header of every page: on the leases it filters, elsewhere it leads there. */
export function HeaderSearch() {
  const path = usePathname();
  return path === '/' ? <FilteringSearch /> : <LeadingSearch />;
}

function FilteringSearch() {
  const [query, setQuery] = useQueryState('q', boardUrl.q);
  return <SearchField value={query} onChange={(value) => void setQuery(value)} />;
}

function LeadingSearch() {
  const router = useRouter();
  const [query, setQuery] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        router.push(query === '' ? '/' : `/?q=${encodeURIComponent(query)}`);
      }}
    >
      <SearchField value={query} onChange={setQuery} />
    </form>
  );
}
