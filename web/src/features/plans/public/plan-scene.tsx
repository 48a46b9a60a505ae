import type { PlanType } from '@raahi/contract/plans'
import { useId } from 'react'
import classes from './plan-scene.module.css'

/** A decorative drawing of a plan's destinations: hills and a fort, a flight over the sea, or both. */
export function PlanScene({ planType }: { planType: PlanType }) {
  const sky = useId()
  return (
    <svg
      className={classes.scene}
      data-kind={planType}
      viewBox="0 0 360 96"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.skyTop} />
          <stop offset="1" className={classes.skyLow} />
        </linearGradient>
      </defs>
      <rect width="360" height="96" fill={`url(#${sky})`} />
      {planType === 'domestic' && <Hills />}
      {planType === 'international' && <Sea />}
      {planType === 'both' && <HillsAndSea />}
    </svg>
  )
}

function Hills() {
  return (
    <>
      <circle className={classes.sun} cx="270" cy="40" r="18" />
      <path
        className={classes.far}
        d="M0 66 46 40l30 18 44-34 52 38 40-22 58 30 48-26 42 22v50H0Z"
      />
      <path className={classes.hill} d="M0 78c50-18 92-20 150-6s120 10 210-12v36H0Z" />
      <Fort />
      <path className={classes.near} d="M0 84c70-12 150-12 220-4 60 6 100 2 140-6v22H0Z" />
      <Road at="translate(234 0)" />
    </>
  )
}

/** A hill fort: two round towers with domes, a wall with a gate between them. */
function Fort() {
  return (
    <g>
      <path
        className={classes.fort}
        d="M64 74V52h6v-5c0-6 5-9 9-12 4 3 9 6 9 12v5h4v4h34v-4h4v-5c0-6 5-9 9-12 4 3 9 6 9 12v5h6v22Z"
      />
      <path className={classes.dark} d="M101 74v-8c0-5 4-8 8-10 4 2 8 5 8 10v8Z" />
      <path className={classes.dark} d="M76 56h6v7h-6Zm60 0h6v7h-6Z" />
    </g>
  )
}

/** A road that narrows towards the hills. */
function Road({ at }: { at: string }) {
  return (
    <g transform={at}>
      <path
        className={classes.road}
        d="M-34 96C-20 88 16 88 12 84c-3-3-16-4-13-7l5 0c1 3 24 3 24 8 0 6-24 5-28 11Z"
      />
    </g>
  )
}

function Sea() {
  return (
    <>
      <circle className={classes.sun} cx="92" cy="54" r="17" />
      <path
        className={classes.far}
        d="M196 66V44h10v-8h8v8h6V28h4V16h3v12h5v20h9V38h12v12h8V32h14v16h8v-6h10v24Z"
      />
      <path className={classes.sea} d="M0 62h360v34H0Z" />
      <path className={classes.seaNear} d="M0 80c40-6 80-6 120 0s80 6 120 0 80-6 120 0v16H0Z" />
      <path className={classes.ripple} d="M20 70h26m28 3h34m150-4h30m24 4h22" />
      <Boat at="translate(150 58)" />
      <path className={classes.trail} d="M22 40C66 18 110 12 152 17" />
      <Plane at="translate(172 20) rotate(8)" />
    </>
  )
}

function Boat({ at }: { at: string }) {
  return (
    <g transform={at}>
      <path className={classes.sail} d="M14 0v19H0C1 11 6 4 14 0Zm3 3c6 4 10 9 11 16H17Z" />
      <path className={classes.hull} d="M-4 21h38c-3 6-7 9-12 9H7c-5 0-9-3-11-9Z" />
    </g>
  )
}

/** Seen from its side, with its nose at the origin, flying to the right. */
function Plane({ at }: { at: string }) {
  return (
    <g transform={at}>
      <path
        className={classes.plane}
        d="M0 0c-1-2-5-3.4-9-3.4h-17L-31-11h-3.6l1.8 8.4c-.6 2.6 1 4.2 4.2 4.2h5L-29 11h4.4L-14.5 1.8H-8C-4 1.8-.6 1.6 0 0Z"
      />
    </g>
  )
}

function HillsAndSea() {
  return (
    <>
      <circle className={classes.sun} cx="196" cy="50" r="17" />
      <path className={classes.far} d="M0 64 40 34l26 18 36-30 50 44 30-12 26 14H0Z" />
      <path className={classes.sea} d="M150 66h210v30H150Z" />
      <path className={classes.ripple} d="M236 74h24m60-2h24m-64 14h28" />
      <path className={classes.near} d="M0 70c60-16 110-8 150 4s60 14 70 22H0Z" />
      <path className={classes.field} d="M0 84c60-10 110-6 150 12H0Z" />
      <Boat at="translate(276 62)" />
      <path className={classes.trail} d="M206 34c26-14 48-18 72-17" />
      <Plane at="translate(300 19) rotate(6)" />
    </>
  )
}
