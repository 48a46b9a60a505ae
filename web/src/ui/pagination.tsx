import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatCount } from '../lib/counts.ts'
import { pageWindow } from './page-window.ts'
import classes from './pagination.module.css'

type PaginationProps = {
  /** The page shown, from 1. */
  page: number
  pageSize: number
  /** How many entries there are in all. */
  total: number
  onPageChange: (page: number) => void
}

/** 'Showing X to Y of N entries' with Previous, at most five page numbers, and Next. Nothing where there is nothing. */
export function Pagination({ page, pageSize, total, onPageChange }: PaginationProps) {
  if (total === 0) return null
  const pages = Math.ceil(total / pageSize)
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  return (
    <nav className={classes.pagination} aria-label="Pages">
      <p className={classes.summary}>
        Showing {formatCount(first)} to {formatCount(last)} of {formatCount(total)} entries
      </p>
      <div className={classes.pages}>
        <button
          type="button"
          className={classes.step}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
          Previous
        </button>
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
        <button
          type="button"
          className={classes.step}
          disabled={page >= pages}
          onClick={() => onPageChange(page + 1)}
        >
          Next
          <IconChevronRight size={18} aria-hidden />
        </button>
      </div>
    </nav>
  )
}
