/** A file that cannot be imported. The message is shown to the admin. */
export class FileRefused extends Error {}
