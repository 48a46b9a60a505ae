import { Button } from '@mantine/core'
import { maxSavedSearches, type SavedSearch } from '@raahi/contract/saved-searches'
import { IconBell, IconBellOff, IconMail, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { errorMessage, errorWithReason } from '../../lib/api-error.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { CardGrid, CardItem } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { notifyError } from '../../ui/toast.ts'
import hidden from '../../ui/visually-hidden.module.css'
import { pushStateQuery } from '../push-alerts/public/push-alerts.api.ts'
import {
  type SearchForm,
  savedSearchesQuery,
  useDeleteSearch,
  useMarkSeen,
  useSaveSearch,
} from './public/saved-searches.api.ts'
import classes from './saved-searches.module.css'
import type { EditedSearch } from './search-dialog.tsx'
import {
  describeDeviceAlerts,
  describeFilters,
  filtersOfSearch,
  formatNewMatches,
  frequencyLabels,
  marketAddress,
} from './search-labels.ts'

const SearchDialog = lazy(() => import('./search-dialog.tsx'))

/** The agent's saved searches in every state. */
export function SavedSearchList() {
  const { data, error, isFetching, isLoadingError, refetch } = useQuery(savedSearchesQuery)
  const { data: push } = useQuery(pushStateQuery)
  const editing = useDialogTarget<EditedSearch>()
  const deleting = useDialogTarget<SavedSearch>()
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, data)
  const failure = error && errorWithReason(error, 'Your saved searches could not be loaded.')
  const retry = () => void refetch()
  if (isLoadingError) {
    return (
      <div className={classes.section}>
        <ErrorState text={failure} onRetry={retry} retrying={isFetching} />
      </div>
    )
  }
  if (!data) return <SkeletonList label="Loading saved searches..." count={3} />
  const addNew = () => editing.open({ _id: null, filters: {} })
  return (
    <section className={classes.section}>
      <header className={classes.head}>
        <h2 ref={title} tabIndex={-1} className={classes.title}>
          {data.length === 1 ? '1 saved search' : `${data.length} saved searches`}
        </h2>
        {data.length > 0 && data.length < maxSavedSearches && (
          <Button onClick={addNew}>New search</Button>
        )}
      </header>
      {failure && <RefreshFailed text={failure} onRetry={retry} retrying={isFetching} />}
      {data.length === 0 ? (
        <EmptyState
          text="Save a search, and we alert you when a new lead matches it. You can also save the filters of the marketplace there."
          action={<Button onClick={addNew}>New search</Button>}
        />
      ) : (
        <CardGrid label="Saved searches">
          {data.map((search) => (
            <SearchCard
              key={search._id}
              search={search}
              hasDevice={push?.devices.length !== 0}
              onEdit={() => editing.open(search)}
              onDelete={() => deleting.open(search)}
            />
          ))}
        </CardGrid>
      )}
      {editing.target && (
        <Suspense>
          <SearchDialog search={editing.target} opened={editing.opened} onClose={editing.close} />
        </Suspense>
      )}
      <DeleteDialog
        search={deleting.target}
        opened={deleting.opened}
        onClose={deleting.close}
        onDeleted={keepFocus}
      />
    </section>
  )
}

function SearchCard({
  search,
  hasDevice,
  onEdit,
  onDelete,
}: {
  search: SavedSearch
  /** Whether a device may show alerts. True while this is unknown. */
  hasDevice: boolean
  onEdit: () => void
  onDelete: () => void
}) {
  const save = useSaveSearch()
  const markSeen = useMarkSeen()
  const { isPaused, mailAlerts, pushAlerts, newMatches } = search
  const filters = filtersOfSearch(search)
  const words = describeFilters(filters)
  const nameId = `search-${search._id}`
  const toggle = () =>
    save.mutate(
      { id: search._id, body: { ...bodyOf(search), isPaused: !isPaused } },
      {
        onError: (reason) => notifyError(errorMessage(reason, 'The search could not be changed.')),
      },
    )
  const AlertIcon = mailAlerts === 'off' ? IconMailOff : IconMail
  const DeviceIcon = pushAlerts === 'off' || !hasDevice ? IconBellOff : IconBell
  return (
    <CardItem
      title={<bdi id={nameId}>{search.name}</bdi>}
      aside={
        isPaused ? (
          <StatusBadge tone="neutral">Paused</StatusBadge>
        ) : (
          newMatches > 0 && (
            <StatusBadge tone="success">
              {newMatches === 1 ? '1 new lead' : `${formatNewMatches(newMatches)} new leads`}
            </StatusBadge>
          )
        )
      }
      actions={
        <>
          <Button variant="default" aria-describedby={nameId} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="default"
            aria-describedby={nameId}
            disabled={save.isPending}
            onClick={toggle}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button variant="subtle" color="brick" aria-describedby={nameId} onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    >
      <p className={classes.filters}>{words.length > 0 ? words.join(' · ') : 'Every new lead'}</p>
      <p className={classes.alerts}>
        <AlertIcon size={18} aria-hidden />
        {mailAlerts === 'off' ? frequencyLabels.off : `Email: ${frequencyLabels[mailAlerts]}`}
      </p>
      <p className={classes.alerts}>
        <DeviceIcon size={18} aria-hidden />
        {describeDeviceAlerts(pushAlerts, hasDevice)}
      </p>
      <Link
        className={classes.open}
        to={marketAddress(filters)}
        onClick={() => newMatches > 0 && markSeen(search._id)}
      >
        Show leads<span className={hidden.hidden}> of {search.name}</span>
      </Link>
    </CardItem>
  )
}

/** The form body of a search. */
function bodyOf(search: SavedSearch): SearchForm {
  const { name, filters, maxPrice, isPaused, mailAlerts, pushAlerts } = search
  return { name, ...filters, maxPrice, isPaused, mailAlerts, pushAlerts }
}

function DeleteDialog({
  search,
  opened,
  onClose,
  onDeleted,
}: {
  search: SavedSearch | null
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}) {
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={useDeleteSearch()}
      input={search?._id}
      doneText="Search deleted."
      failedText="The search could not be deleted."
      onDone={onDeleted}
      title="Delete saved search"
      confirmLabel="Delete"
      tone="danger"
    >
      {search && (
        <p>
          Delete <bdi>‘{search.name}’</bdi>? You will get no more alerts for it, and automatic
          buying for it will stop.
        </p>
      )}
    </MutationDialog>
  )
}
