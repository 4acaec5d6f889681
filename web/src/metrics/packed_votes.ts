// Images by their votes, as the program packs them into the page (src/report/packed_votes.h): base64 of unsigned LEB128
// numbers; for every distinct count of votes, rising, twice its difference to the count before, plus 1 where several
// images share it, whose number then follows.
export interface VoteGroups {
  votes: Float64Array; // rising, distinct
  images: Float64Array; // with this number of votes
}

export function unpackVotes(text: string): VoteGroups {
  const bytes = atob(text);
  const votes = new Float64Array(bytes.length); // a group takes one byte at least
  const images = new Float64Array(bytes.length);
  let place = 0;
  const nextNumber = () => {
    // Votes may exceed 2^31, so products and sums are used, not shifts.
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      if (place === bytes.length) throw new Error("packed votes end within a number");
      const byte = bytes.charCodeAt(place++);
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
    }
  };
  let count = 0;
  let groups = 0;
  while (place < bytes.length) {
    const step = nextNumber();
    count += Math.floor(step / 2);
    votes[groups] = count;
    images[groups++] = step % 2 === 1 ? nextNumber() : 1;
  }
  return { votes: votes.subarray(0, groups), images: images.subarray(0, groups) };
}

export function mergeVotes(groups: VoteGroups[]): VoteGroups {
  if (groups.length === 0) return { votes: new Float64Array(), images: new Float64Array() };
  if (groups.length === 1) return groups[0]!;
  const half = groups.length >> 1;
  return mergeTwo(mergeVotes(groups.slice(0, half)), mergeVotes(groups.slice(half)));
}

function mergeTwo(a: VoteGroups, b: VoteGroups): VoteGroups {
  const votes = new Float64Array(a.votes.length + b.votes.length);
  const images = new Float64Array(votes.length);
  let [i, j, size] = [0, 0, 0];
  for (; i < a.votes.length || j < b.votes.length; ++size) {
    const count = Math.min(a.votes[i] ?? Infinity, b.votes[j] ?? Infinity);
    votes[size] = count;
    if (a.votes[i] === count) images[size]! += a.images[i++]!;
    if (b.votes[j] === count) images[size]! += b.images[j++]!;
  }
  return { votes: votes.subarray(0, size), images: images.subarray(0, size) };
}
