const MB = 1024 * 1024

/** Bytes for people: "34.2 MB"; under a tenth of a megabyte "12 KB". Without `unit` the number alone, in MB. */
export function megabytes(bytes: number, unit = true): string {
  if (!unit) return (bytes / MB).toFixed(1)
  if (bytes < MB / 10) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}
