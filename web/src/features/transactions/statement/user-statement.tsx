import { useState } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { statementPageSize, useUserStatement } from './statement.api.ts'
import { StatementTable } from './statement-table.tsx'

/** The wallet statement of a user, for an admin. */
export function UserStatement({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  const query = useUserStatement(userId, page)
  return (
    <PagedList
      query={query}
      items={query.data?.docs}
      total={query.data?.totalDocs}
      page={page}
      pageSize={statementPageSize}
      onPageChange={setPage}
      loading={{ label: 'Loading the statement...', layout: 'rows', count: 5 }}
      failed={(error) => errorWithReason(error, 'The statement could not be loaded.')}
      empty={<EmptyState text="No money has moved in this wallet yet." />}
    >
      {(lines) => <StatementTable lines={lines} />}
    </PagedList>
  )
}
