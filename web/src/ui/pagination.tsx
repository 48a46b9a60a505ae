import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatCount } from '../lib/counts.ts'
import { pageWindow } from './page-window.ts'
import classes from './pagination.module.css'

export interface PagerProps {
  /** The page shown, from 1. */
  page: number
  /** The number of pages, at least 1. */
  pages: number
  pageSize: number
  /** The number of entries on all pages. */
  total: number
  /** Whether there are more entries than `total`. */
  isTotalCapped?: boolean | undefined
  onPageChange: (page: number) => void
}

/** 'Showing X to Y of N entries' with Previous, at most five page numbers, and Next. */
export function Pagination({
  page,
  pages,
  pageSize,
  total,
  isTotalCapped,
  onPageChange,
}: PagerProps) {
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  return (
    <nav className={classes.pagination} aria-label="Pages">
      <p className={classes.summary}>
        Showing {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
        {isTotalCapped && '+'} entries
      </p>
      <div className={classes.pages}>
        <PageStepButton to={page - 1} pages={pages} onPageChange={onPageChange}>
          <IconChevronLeft size={18} aria-hidden />
          Previous
        </PageStepButton>
        {pageWindow(page, pages).map((number) => (
          <button
            key={number}
            type="button"
            className={classes.number}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPageChange(number)}
          >
            {number}
          </button>
        ))}
        <PageStepButton to={page + 1} pages={pages} onPageChange={onPageChange}>
          Next
          <IconChevronRight size={18} aria-hidden />
        </PageStepButton>
      </div>
    </nav>
  )
}

type PageStepButtonProps = {
  /** The page that the button opens. */
  to: number
  pages: number
  onPageChange: (page: number) => void
  children: ReactNode
}

/**
 * Previous or Next. Without a target page the button ignores clicks but keeps the focus. A `disabled` button would
 * lose it, and keyboard users would start again at the top of the page.
 */
export function PageStepButton({ to, pages, onPageChange, children }: PageStepButtonProps) {
  const isDisabled = to < 1 || to > pages
  return (
    <button
      type="button"
      className={classes.step}
      aria-disabled={isDisabled || undefined}
      onClick={() => {
        if (!isDisabled) onPageChange(to)
      }}
    >
      {children}
    </button>
  )
}
