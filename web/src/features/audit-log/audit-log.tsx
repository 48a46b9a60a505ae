import type { ReactNode } from 'react'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { EmptyList } from '../../ui/empty-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { AuditEntryItem } from './audit-entry-item.tsx'
import { auditFilters } from './audit-filters.ts'
import { auditLogFailure, entriesPerPage, useAuditPage } from './audit-log.api.ts'
import classes from './audit-log.module.css'
import { AuditSearchPanel } from './audit-search-panel.tsx'

/** The audit log for an admin. @param note shown below the loaded list, so that nothing moves when either arrives */
export function AuditLog({ note }: { note: ReactNode }) {
  const list = useListFilters(auditFilters)
  const query = useAuditPage(list.filters)
  return (
    <>
      <PageHeader
        title="Audit Log"
        subtitle="Who did what, and what it changed. Entries cannot be edited or deleted."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <AuditSearchPanel list={list} />
      <PagedList
        query={query}
        items={query.data?.docs}
        total={query.data?.totalDocs}
        page={list.filters.page}
        pageSize={entriesPerPage}
        onPageChange={list.goToPage}
        loading={{
          label: 'Loading the audit log...',
          layout: 'rows',
          count: 12,
          rowHeight: '2.75rem',
        }}
        failed={auditLogFailure}
        empty={
          <EmptyList
            list={list}
            noMatch="No actions match the current filters."
            text="No actions yet. Actions by admins will be listed here."
          />
        }
      >
        {(entries) => (
          <ol className={classes.list}>
            {entries.map((entry) => (
              <AuditEntryItem key={entry._id} entry={entry} />
            ))}
          </ol>
        )}
      </PagedList>
      {!query.isPending && note}
    </>
  )
}
