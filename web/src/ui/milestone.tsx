import { useId } from 'react'
import classes from './milestone.module.css'

/** The picture of an empty list: a roadside milestone with the figure 0, as on Indian highways. Width in px. */
export function Milestone({ width = 220 }: { width?: number }) {
  const disc = useId()
  return (
    <svg viewBox="0 0 240 144" width={width} aria-hidden="true" className={classes.scene}>
      <clipPath id={disc}>
        <path d="M18 128a102 102 0 0 1 204 0Z" />
      </clipPath>
      <g clipPath={`url(#${disc})`}>
        <path className={classes.sky} d="M0 0h240v144H0Z" />
        <circle className={classes.sun} cx="150" cy="66" r="19" />
        <path
          className={classes.far}
          d="M0 96c34-26 62-34 92-20c28 12 48-10 78-6c28 4 46 14 70 30v44H0Z"
        />
        <path className={classes.near} d="M0 110c60-22 136-26 240-4v38H0Z" />
        <path
          className={classes.road}
          d="M160 92.500c-4 8 12 11 3 19c-7 6-26 9-35 17h38c4-6 18-10 12-19c-5-7-14-9-15-17Z"
        />
      </g>
      <path className={classes.ground} d="M4 127h232v2H4Z" />
      <ellipse className={classes.shadow} cx="86" cy="136" rx="36" ry="4" />
      <path className={classes.stone} d="M60 136V88a24 24 0 0 1 48 0v48Z" />
      <path className={classes.cap} d="M60 92v-4a24 24 0 0 1 48 0v4Z" />
      <path className={classes.shade} d="M97 136V66.700A24 24 0 0 1 108 88v48Z" />
      <path
        className={classes.figure}
        fillRule="evenodd"
        d="M84 99c6 0 9 5 9 12s-3 12-9 12s-9-5-9-12s3-12 9-12Zm0 4.800c-2.700 0-4 2.900-4 7.200s1.300 7.200 4 7.200s4-2.900 4-7.200s-1.300-7.200-4-7.200Z"
      />
      <path
        className={classes.grass}
        d="M44 137c2-9 6-12 8-18c1 7 0 10 2 14c2-6 5-8 8-11c-1 6-3 9-3 15Zm60 0c1-6 4-9 7-13c0 5 1 7 3 10c3-5 6-6 9-7c-3 4-4 7-4 10Z"
      />
    </svg>
  )
}
