// Images by their votes, as the program packs them into the page (src/report/packed_votes.h): base64 of unsigned LEB128
// numbers; for every distinct count of votes, rising, twice its difference to the count before, plus 1 where several
// images share it, whose number then follows.
export interface VoteGroups {
  votes: Float64Array; // rising, distinct
  images: Float64Array; // with so many votes
}

export function unpackVotes(text: string): VoteGroups {
  const bytes = atob(text);
  let place = 0;
  const nextNumber = () => {
    // Votes may pass 2^31: products and sums, no shifts.
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      if (place === bytes.length) throw new Error("packed votes end within a number");
      const byte = bytes.charCodeAt(place++);
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  const votes: number[] = [];
  const images: number[] = [];
  let count = 0;
  while (place < bytes.length) {
    const step = nextNumber();
    count += Math.floor(step / 2);
    votes.push(count);
    images.push(step % 2 === 1 ? nextNumber() : 1);
  }
  return { votes: Float64Array.from(votes), images: Float64Array.from(images) };
}

export function mergeVotes(groups: VoteGroups[]): VoteGroups {
  const total = new Map<number, number>();
  for (const { votes, images } of groups) {
    for (let i = 0; i < votes.length; ++i) total.set(votes[i]!, (total.get(votes[i]!) ?? 0) + images[i]!);
  }
  const votes = Float64Array.from(total.keys()).sort();
  return { votes, images: votes.map((count) => total.get(count)!) };
}
