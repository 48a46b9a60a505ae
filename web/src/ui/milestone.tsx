import classes from './milestone.module.css'

/** A roadside milestone at nought, as on Indian highways: the picture of having nothing yet. */
export function Milestone() {
  return (
    <svg
      viewBox="0 0 200 116"
      width="200"
      height="116"
      aria-hidden="true"
      className={classes.scene}
    >
      <path className={classes.sky} d="M18 96a82 82 0 0 1 164 0Z" />
      <circle className={classes.sun} cx="136" cy="48" r="15" />
      <path
        className={classes.far}
        d="M24 96c16-20 30-30 44-30c18 0 24 17 42 17c16 0 22-9 34-9c12 0 22 9 32 22Z"
      />
      <path className={classes.ground} d="M4 96h192v2.5H4Z" />
      <path className={classes.road} d="M118 116c6-12 12-15 8-20h9c8 6 14 10 31 20Z" />
      <path className={classes.stone} d="M58 102V66a19 19 0 0 1 38 0v36Z" />
      <path className={classes.cap} d="M58 70v-4a19 19 0 0 1 38 0v4Z" />
      <path className={classes.shade} d="M88 102V51.5A19 19 0 0 1 96 66v36Z" />
      <path
        className={classes.figure}
        fillRule="evenodd"
        d="M77 74c5 0 7.500 4 7.500 9s-2.500 9-7.500 9s-7.500-4-7.500-9s2.500-9 7.500-9Zm0 3.600c-2.200 0-3.300 2.200-3.300 5.400s1.100 5.400 3.300 5.400s3.300-2.200 3.300-5.400s-1.100-5.400-3.300-5.400Z"
      />
      <path
        className={classes.grass}
        d="M46 103c2-7 5-9 6-13c1 5 0 8 2 11c1-4 4-6 6-8c-1 4-2 7-2 10Zm46 0c1-4 3-6 5-9c0 3 1 5 2 7c2-3 4-4 6-5c-2 3-3 5-3 7Z"
      />
    </svg>
  )
}
